import { lazy } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { type DataTools, TeacherQuestions } from './TeacherQuestions.tsx';

const Bank = lazy(() => import('./Bank.tsx'));

/** Renders the tab 'Banco de Questões': the questions of the test in the address, or those of all tests. */
export default function QuestionsTab({ dataTools }: { dataTools: DataTools }) {
  const testId = Number(new URLSearchParams(useSearch()).get('testId')) || null;
  return testId ? <TeacherQuestions key={testId} testId={testId} dataTools={dataTools} /> : <Bank />;
}
