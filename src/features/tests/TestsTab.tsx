import { goTo } from '../../web/navigation.ts';
import { TeacherTests } from './TeacherTests.tsx';

/** The tab 'Testes Padronizados'. */
export default function TestsTab() {
  return <TeacherTests editable onQuestions={({ id }) => goTo(`/teacher/questions?testId=${id}`)} />;
}
