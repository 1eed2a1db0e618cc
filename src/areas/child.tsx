import type { ComponentProps } from 'react';
import ChildHome from '../domains/knowing/child-home/ChildHome.tsx';
import { useSearch } from '../web/call/navigation.ts';
import { useKeptHere } from '../web/device/kept-here.ts';
import { helpful } from '../web/parts/lazily.tsx';
import { useTakeOver } from './take-over.ts';

const FromThisDevice = helpful(() => import('../domains/knowing/practice/Practised.tsx'));

function Practised(props: ComponentProps<typeof FromThisDevice>) {
  return useKeptHere('caderneta-treino') && <FromThisDevice {...props} />;
}

/** Renders the screens of child mode, except tests, diagnostics and practice. */
export default function ChildArea() {
  const search = useSearch();
  useTakeOver();
  return <ChildHome key={search} search={search} practised={Practised} />;
}
