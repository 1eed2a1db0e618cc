import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { opensElsewhere } from '../../../web/call/navigation.ts';
import { Button, type ButtonProps } from '../../../web/ui/base/Button.tsx';
import type { StartProps } from './HandOver.tsx';

const HandOver = lazy(() => import('./HandOver.tsx'));

interface StartTestProps extends Pick<ButtonProps, 'size' | 'full' | 'variant'> {
  /** The address that starts the test. */
  href: string;
  child: StartProps['child'];
  /** What else is known of the test: its name for the dialog, and whether it is reserved for a phone without network. */
  test?: Omit<StartProps['test'], 'href'>;
  children: ReactNode;
}

/** Renders a button that starts a child's test: the phone is passed to the child before the time starts. */
export function StartTest({ href, child, test, children, ...look }: StartTestProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
        href={href}
        onClick={(event: MouseEvent) => {
          // In a new tab the test starts immediately, like any address of a test.
          if (opensElsewhere(event)) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <HandOver child={child} test={{ href, ...test }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
