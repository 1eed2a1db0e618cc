import { NewTestsCard } from '../../domains/bank/authoring/NewTestsCard.tsx';
import { StaffSettings } from '../../domains/people/account-settings/StaffSettings.tsx';
import type { User } from '../../domains/people/accounts/accounts.contract.ts';

/** Renders a teacher's settings: the account, and the default values of new tests. */
export default function TeacherSettings({ user }: { user: User }) {
  return (
    <StaffSettings user={user}>
      <NewTestsCard />
    </StaffSettings>
  );
}
