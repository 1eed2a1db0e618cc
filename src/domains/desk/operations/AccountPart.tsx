import { StaffSettings } from '../../people/account-settings/StaffSettings.tsx';
import type { User } from '../../people/accounts/accounts.contract.ts';
import { PartHead } from './Shell.tsx';

/** Renders the page of the administrator's own account. */
export default function AccountPart({ user }: { user: User }) {
  return (
    <>
      <PartHead title="A minha conta" />
      <StaffSettings user={user} />
    </>
  );
}
