import { type ComponentProps, useEffect } from 'react';
import { whenIdle } from '../delivery/browser/when-idle.ts';
import ChildHome from '../domains/sitting/catalogue/ChildHome.tsx';
import { useSearch } from '../web/call/navigation.ts';
import { useKeptHere } from '../web/device/kept-here.ts';
import { helpful } from '../web/parts/lazily.tsx';
import { useTakeOver } from './take-over.ts';
import { sendUnsentPractice } from './unsent-practice.ts';

const FromThisDevice = helpful(() => import('../domains/knowing/practice/Practised.tsx'));

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
