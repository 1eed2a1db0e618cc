import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate } from '../../../shared/dates.ts';
import { reader } from '../../../web/call/api.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { IconArrowRight } from '../../../web/ui/icons/ActionIcon.tsx';
import { FoldCard } from '../../../web/ui/lists/Card.tsx';
import type { webinarsContract } from '../plans/webinars.contract.ts';
import styles from './Extras.module.css';

const useRead = reader<typeof webinarsContract>();

/** Webinars for parents whose plan includes them; nothing is shown while there are none. */
export function Webinars({ supportAddress }: { supportAddress: string | null }) {
  const { data: webinars, error, isFetching, refetch } = useRead('GET /api/webinars', {});
  return (
    <FoldCard title="Conversas em directo (webinars) e apoio">
      {webinars && webinars.length > 0 ? (
        <ul className={styles['webinars']}>
          {webinars.map(({ title, url, startsAt }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                <span>
                  <b>{title}</b>
                  <span className="meta">
                    {startsAt ? `${longDate(startsAt)}, ${clockInLuanda(startsAt)}` : 'Gravação'}
                  </span>
                </span>
                <IconArrowRight />
              </a>
            </li>
          ))}
        </ul>
      ) : !webinars && error ? (
        <Failed error={error} onRetry={refetch} busy={isFetching} />
      ) : (
        <p className="muted">
          {webinars ? 'Não há webinars marcados. Os próximos aparecem aqui.' : 'A carregar os webinars…'}
        </p>
      )}
      {supportAddress && (
        <p className={styles['support']}>
          Precisa de ajuda? <a href={supportAddress}>Escreva ao apoio prioritário</a>.
        </p>
      )}
    </FoldCard>
  );
}
