import { lazy, Suspense, useState } from 'react';
import type { ChildWithStats } from '../../domains/people/children/family.contract.ts';
import { firstName, ofWhom } from '../../web/parts/text.ts';
import { IconChevronRight } from '../../web/ui/base/Icon.tsx';
import styles from './TestList.module.css';

const StartChildMode = lazy(() => import('../../domains/people/child-mode/HandOver.tsx'));

/** Buttons to hand the phone over, or to prepare tests for use without network. */
export default function Leaving({ child, others }: { child: ChildWithStats; others: readonly ChildWithStats[] }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <div className={styles['hand']}>
        <button type="button" onClick={() => setLeaving(true)}>
          <span>
            <b>Entregar o telemóvel</b>
            Fica só o que é {ofWhom(firstName(child.fullName), child.gender)}
          </span>
          <IconChevronRight />
        </button>
        <a href={`/prepared?childId=${child.id}`}>
          <span>
            <b>Levar sem internet</b>
            Testes que se fazem sem internet
          </span>
          <IconChevronRight />
        </a>
      </div>
      {leaving && (
        <Suspense fallback={null}>
          <StartChildMode child={child} others={others} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
