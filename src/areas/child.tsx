import { useEffect } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import ChildHome from '../features/attempts/ChildHome.tsx';
import { helpful } from '../web/lazily.tsx';
import { whenIdle } from '../web/when-idle.ts';
import { sendUnsentPractice } from './unsent-practice.ts';

const Practised = helpful(() => import('../features/practice/Practised.tsx'));

/** Everything that a child sees who holds the telephone, but for the tests themselves. */
export default function ChildArea() {
  const search = useSearch();
  useEffect(() => whenIdle(() => void sendUnsentPractice()), []);
  return <ChildHome key={search} search={search} practised={Practised} />;
}
