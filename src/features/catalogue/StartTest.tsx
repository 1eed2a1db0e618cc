import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { Button, type ButtonProps } from '../../web/ui/Button.tsx';
import type { StartProps } from './HandOver.tsx';

const HandOver = lazy(() => import('./HandOver.tsx'));

interface StartTestProps extends Pick<ButtonProps, 'size' | 'full' | 'variant'> {
  /** The address that starts the test. */
  href: string;
  child: StartProps['child'];
  children: ReactNode;
}

/** A button that starts a test of a child: the phone changes hands before the time runs. */
export function StartTest({ href, child, children, ...look }: StartTestProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
        href={href}
        onClick={(event: MouseEvent) => {
          // In a tab of its own it starts at once, as any address of a test does.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <HandOver child={child} test={{ href }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
