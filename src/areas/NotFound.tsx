import { brand } from '../delivery/browser/boot.ts';
import { usePage } from '../web/call/navigation.ts';
import { Button } from '../web/ui/base/Button.tsx';
import { IconAlert } from '../web/ui/base/Icon.tsx';
import { Page } from '../web/ui/base/Layout.tsx';
import { Card } from '../web/ui/lists/Card.tsx';
import { FioBroken } from '../web/ui/paper/Fio.tsx';
import styles from './NotFound.module.css';

/** Renders the screen for an unknown address. Its first two sentences are the specification's. */
export default function NotFound({ home }: { home: string }) {
  usePage('Página não encontrada', brand.productName);
  return (
    <Page width="narrow">
      <Card className={styles['card']}>
        <FioBroken>
          <g className={styles['mark']}>
            <IconAlert size={24} />
          </g>
        </FioBroken>
        <h1>404 Page Not Found</h1>
        <p className="muted">Did you forget to add the page to the router?</p>
        <p>Esta página não existe.</p>
        <Button href={home}>Ir para o início</Button>
      </Card>
    </Page>
  );
}
