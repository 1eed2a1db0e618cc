import { type ComponentProps, useEffect } from 'react';
import ChildHome from '../features/catalogue/ChildHome.tsx';
import { useKeptHere } from '../web/kept-here.ts';
import { helpful } from '../web/lazily.tsx';
import { useSearch } from '../web/navigation.ts';
import { whenIdle } from '../web/when-idle.ts';
import { useTakeOver } from './take-over.ts';
import { sendUnsentPractice } from './unsent-practice.ts';

const FromThisDevice = helpful(() => import('../features/practice/Practised.tsx'));

function Practised(props: ComponentProps<typeof FromThisDevice>) {
  return useKeptHere('caderneta-treino') && <FromThisDevice {...props} />;
}

/** Renders the screens of child mode, except tests, diagnostics and practice. */
export default function ChildArea() {
  const search = useSearch();
  useTakeOver();
  useEffect(() => whenIdle(() => void sendUnsentPractice()), []);
  return <ChildHome key={search} search={search} practised={Practised} />;
}
