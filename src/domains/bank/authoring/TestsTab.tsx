import { useState } from 'react';
import { DISCIPLINES, TEST_CLASSES } from '../../../shared/words.ts';
import { goTo } from '../../../web/call/navigation.ts';
import { TeacherTests } from './TeacherTests.tsx';
import type { NewTestFor } from './TestDialog.tsx';

/** Renders the tab 'Testes Padronizados'. If the address names a gap in the curriculum, the dialog of a new test for it opens. */
export default function TestsTab() {
  const [gap, setGap] = useState(() => gapIn(new URLSearchParams(location.search)));
  const open = (id: number, objective: Record<string, string> = {}) =>
    goTo(`/teacher/questions?${new URLSearchParams({ testId: String(id), ...objective })}`);
  return (
    <TeacherTests
      begin={gap?.test}
      onQuestions={({ id }) => open(id)}
      onMade={({ id }) => open(id, gap ? { objective: gap.objective } : {})}
      onBegun={() => {
        if (!gap) return;
        setGap(undefined);
        goTo('/teacher/tests', { replace: true });
      }}
    />
  );
}

/** Returns the objective without questions that the address names, and the test to create for it. */
function gapIn(query: URLSearchParams): { objective: string; test: NewTestFor } | undefined {
  const objective = query.get('gap');
  const discipline = DISCIPLINES.find((name) => name === query.get('discipline'));
  const schoolClass = TEST_CLASSES.find((name) => name === query.get('class'));
  if (!objective || !discipline || !schoolClass) return undefined;
  return { objective, test: { discipline, schoolClass, theme: query.get('theme') ?? '' } };
}
