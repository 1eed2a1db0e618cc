import { type ReactNode, useEffect, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import type { CallError } from '../../../web/call/call.ts';
import { failureOf } from '../../../web/call/call.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import styles from './Calculating.module.css';
import { bringCalculator, type Calculator } from './calculating-device.web.ts';

/** Where a screen of a child leads back to. */
export const homeOf = (childId: number): string => (inChildMode() ? '/child' : `/children/${childId}/calculating`);

/** Brings the child from the server or this device, and then renders the screen. */
export function Brought({
  childId,
  title,
  children,
}: {
  childId: number;
  title: string;
  children: (calculator: Calculator) => ReactNode;
}) {
  usePage(title, brand.productName);
  const [calculator, setCalculator] = useState<Calculator>();
  const [error, setError] = useState<CallError>();
  useEffect(() => {
    if (calculator || error) return;
    bringCalculator(childId).then(setCalculator, (fault: unknown) => setError(failureOf(fault)));
  }, [calculator, error, childId]);
  if (calculator) return children(calculator);
  return (
    <main className={styles['flow']}>
      <h1 className={error ? undefined : 'sr'}>{title}</h1>
      {error ? (
        <Failed error={error} onRetry={() => setError(undefined)}>
          <a href={homeOf(childId)}>Voltar</a>
        </Failed>
      ) : (
        <Skeleton lines={8} />
      )}
    </main>
  );
}
