import type { ComponentProps } from 'react';
import { useSearch } from '../web/call/navigation.ts';
import { useKeptHere } from '../web/device/kept-here.ts';
import { helpful } from '../web/parts/lazily.tsx';
import ChildHome from './child-home/ChildHome.tsx';
import { useTakeOver } from './take-over.ts';

const FromThisDevice = helpful(() => import('../domains/knowing/practice/Practised.tsx'));

const ChildTiles = helpful(() => import('../domains/skills/lines/ChildTiles.tsx'));

/** What the child's home learns from this device: reading aloud and sums, and that today's practice is done. */
function Practised(props: ComponentProps<typeof FromThisDevice>) {
  const hasPractice = useKeptHere('caderneta-treino');
  return (
    <>
      {useKeptHere('caderneta') && <ChildTiles childId={props.childId} />}
      {hasPractice && <FromThisDevice {...props} />}
    </>
  );
}

/** Renders the screens of child mode, except tests, diagnostics and practice. */
export default function ChildArea() {
  const search = useSearch();
  useTakeOver();
  return <ChildHome key={search} search={search} practised={Practised} />;
}
