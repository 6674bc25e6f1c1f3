set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres --dbname "$DATABASE_NAME" <<'SQL'
\getenv reader READER
\getenv password READER_PASSWORD
\getenv owner DATABASE_OWNER
\getenv database DATABASE_NAME
SELECT format('CREATE ROLE %I LOGIN', :'reader') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'reader') \gexec
ALTER ROLE :"reader" PASSWORD :'password';
GRANT CONNECT ON DATABASE :"database" TO :"reader";
GRANT USAGE ON SCHEMA public TO :"reader";
GRANT SELECT ON ALL TABLES IN SCHEMA public TO :"reader";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public GRANT SELECT ON TABLES TO :"reader";
SQL
