import { reader } from '../../../web/call/api.ts';
import { firstName } from '../../../web/parts/text.ts';
import type { testsContract } from '../../bank/test-bank/tests.contract.ts';
import type { familyContract } from '../../people/children/family.contract.ts';
import type { paperContract, Sheet } from './paper.contract.ts';

const useRead = reader<typeof familyContract & typeof testsContract & typeof paperContract>();

/** What the heading of the page says about a sheet. */
export interface NamedSheet {
  child: { firstName: string; cover: number };
  test: { theme: string; form: string };
}

/**
 * Returns the child and the test that an address names, before anything is printed or read; undefined until they are known, or when the
 * address names none.
 */
export function useNamedSheet(wanted: { attemptId: number; childId: number; testId: number }): NamedSheet | undefined {
  const isNew = wanted.childId > 0 && wanted.testId > 0;
  const children = useRead('GET /api/children', {}, { enabled: isNew });
  const test = useRead('GET /api/tests/:id', { params: { id: String(wanted.testId) } }, { enabled: isNew });
  const printed = useRead(
    'GET /api/paper/:attemptId',
    { params: { attemptId: String(wanted.attemptId) } },
    { enabled: !isNew && wanted.attemptId > 0 },
  );
  if (printed.data) return printed.data satisfies Sheet;
  const child = children.data?.find(({ id }) => id === wanted.childId);
  if (!child || !test.data) return undefined;
  return {
    child: { firstName: firstName(child.fullName), cover: child.cover },
    test: { theme: test.data.theme, form: test.data.form },
  };
}
