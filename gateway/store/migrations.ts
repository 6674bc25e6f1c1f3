import type { Schema } from '../../database/migrate.ts';

/** The state of the gateway, one entry for each version. Never change an entry; add one. */
export const gatewaySchema: Schema = {
  name: 'gateway',
  migrations: [
    `
create table gateway_sessions (
  -- The digest of the secret in the cookie.
  id bytea primary key,
  -- What the provider calls the person and its own session, to end sessions when the provider does.
  subject text not null,
  provider_session text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The session and the tokens, encrypted for this id.
  sealed bytea not null
);
create index gateway_sessions_by_subject on gateway_sessions (subject, created_at);
create index gateway_sessions_by_provider_session on gateway_sessions (provider_session);
create index gateway_sessions_by_expiry on gateway_sessions (expires_at);
-- Digests of tokens and logins that are accepted once.
create table gateway_used (
  id bytea primary key,
  expires_at timestamptz not null
);
create index gateway_used_by_expiry on gateway_used (expires_at);
create table gateway_changes (
  position bigint generated always as identity primary key,
  id text not null unique,
  -- Who submitted it, and the Idempotency-Key of the request.
  person text not null,
  request_key text,
  version int not null,
  -- json and not jsonb, which rejects some texts that JSON allows.
  record json not null,
  unique (person, request_key)
);
`,
  ],
};
