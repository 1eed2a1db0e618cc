import { useState } from 'react';
import { queries, reader } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Switch } from '../../../web/ui/forms/Switch.tsx';
import { FoldCard } from '../../../web/ui/lists/Card.tsx';
import styles from './Trial.module.css';
import type { TrialState, trialContract } from './trial.contract.ts';

const useRead = reader<typeof trialContract>();
const call = caller<typeof trialContract>();

/** Stores what the family says, and shows it on every screen of this page. */
export async function decide(agreed: boolean, version: number): Promise<void> {
  const saved = await call('PUT /api/practice-trial', { body: { agreed, version } });
  queries.setQueryData<TrialState>(['/api/practice-trial'], saved);
}

/** Renders the switch of the practice trial in the settings. */
export default function TrialCard({ online }: { online: boolean }) {
  const { data, error, isFetching, refetch } = useRead('GET /api/practice-trial', {});
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [failed, setFailed] = useState(false);
  if (data?.isOver) return null;
  const change = async (on: boolean, version: number) => {
    setWanted(on);
    setFailed(false);
    try {
      await decide(on, version);
    } catch {
      setFailed(true);
    } finally {
      setWanted(null);
    }
  };
  return (
    <FoldCard title="O treino funciona?">
      {data ? (
        <div className={styles.card}>
          <p className={styles.hint}>
            Entre dois temas igualmente fracos, um sorteio escolhe qual se treina primeiro. Uma semana depois, oito
            perguntas novas mostram se valeu a pena. <a href="/funciona">Como se faz a conta</a>
          </p>
          <Switch
            name="practiceTrial"
            label="Participar"
            hint="Pode desligar quando quiser. O treino continua igual."
            checked={wanted ?? data.agreed ?? false}
            state={wanted !== null ? 'saving' : failed ? 'failed' : 'rest'}
            disabled={!online}
            onChange={(on) => void change(on, data.version)}
          />
        </div>
      ) : error ? (
        <Failed error={error} onRetry={refetch} busy={isFetching} />
      ) : (
        <Skeleton lines={3} />
      )}
    </FoldCard>
  );
}
