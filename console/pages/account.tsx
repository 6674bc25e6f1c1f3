import { change, connection } from '../app/connection.ts';
import { gateway, newerCommit, session } from '../app/gateway.ts';
import { texts } from '../app/texts.ts';
import { rolesOf } from '../model/submitted-changes.ts';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';

/** The name and roles of the signed-in person. */
export function Account() {
  const current = session.value;
  if (!gateway || current.state !== 'ready') return null;
  const { user, name, signOut } = current.value;
  const roles = rolesOf(current.value);
  return (
    <div class="account">
      <button type="button" class="round" popovertarget="account" title={texts.session.account(user)}>
        <Icon name="account" />
        <span class="hidden">{texts.session.account(user)}</span>
      </button>
      <div id="account" popover="auto" class="account-card">
        <p class="strong">{name}</p>
        {name !== user && <p class="quiet">{user}</p>}
        <p class="strong">{texts.session.roles}</p>
        {roles.length === 0 ? (
          <p>{texts.session.noRoles}</p>
        ) : (
          <ul class="roles">
            {roles.map((role) => (
              <li key={role}>{role}</li>
            ))}
          </ul>
        )}
        {signOut !== undefined && (
          <button type="button" class="button small" onClick={leave}>
            {texts.session.signOut}
          </button>
        )}
      </div>
    </div>
  );
}

/**
 * Signs the person out, and ends the session of the identity provider if the provider supports this. Otherwise, the
 * next sign-in might need no password.
 */
async function leave(): Promise<void> {
  const reply = await gateway?.signOut();
  if (!reply?.ok) return;
  change('left');
  const { to } = reply.value;
  if (to !== undefined && /^https?:/.test(to)) location.assign(to);
}

/** The page after signing out. */
export function SignedOut() {
  const { left, leftHelp, again } = texts.session;
  return (
    <main class="signed-out">
      <Page title={left} lead={leftHelp}>
        <a class="button primary" href=".">
          {again}
        </a>
      </Page>
    </main>
  );
}

/** Reports that the gateway does not respond, or that the session has ended. */
export function ConnectionBar() {
  const now = connection.value;
  if (now !== 'lost' && now !== 'ended') return null;
  return (
    <div class="past trouble" role="alert">
      <Icon name="problems" />
      <span>{texts.session[now]}</span>
      {now === 'ended' && (
        <button type="button" class="button small" onClick={() => location.reload()}>
          {texts.session.again}
        </button>
      )}
    </div>
  );
}

/** Offers to reload the page when the branch has a newer commit. */
export function NewerBar() {
  if (newerCommit.value === undefined) return null;
  return (
    <div class="past newer" role="status">
      <Icon name="commit" />
      <span>{texts.newer}</span>
      <button type="button" class="button small" onClick={() => location.reload()}>
        {texts.reload}
      </button>
    </div>
  );
}
