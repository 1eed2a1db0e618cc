import { PartHead } from '../../domains/desk/operations/Shell.tsx';
import { StaffSettings } from '../../domains/people/account-settings/StaffSettings.tsx';
import type { User } from '../../domains/people/accounts/accounts.contract.ts';

/** Renders the page of the administrator's own account. */
export default function AdminAccount({ user }: { user: User }) {
  return (
    <>
      <PartHead title="A minha conta" />
      <StaffSettings user={user} />
    </>
  );
}
