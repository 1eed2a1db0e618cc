import { useState } from 'react';
import { reader } from '../../../web/call/api.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import styles from './Trial.module.css';
import { decide } from './TrialCard.tsx';
import type { trialContract } from './trial.contract.ts';

const useRead = reader<typeof trialContract>();

/** Asks a family once whether it takes part in the practice trial. Shows nothing at any other time. */
export default function TrialAsk() {
  const { data } = useRead('GET /api/practice-trial', {});
  const [said, setSaid] = useState<boolean>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const online = useOnline();
  if (said !== undefined)
    return (
      <Card title={said ? 'Obrigado' : 'Está bem'}>
        <p role="status">
          {said
            ? 'Não precisa de fazer nada. Pode desligar em «Definições» quando quiser.'
            : 'Fica tudo como está. Se mudar de ideias, está em «Definições».'}
        </p>
      </Card>
    );
  if (!data?.asks) return null;
  const say = async (agreed: boolean) => {
    setBusy(true);
    setFailed(false);
    try {
      await decide(agreed, data.version);
      setSaid(agreed);
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title="Quer ajudar-nos a saber se o treino funciona?">
      <div className={styles.card}>
        <p>
          Quando há dois temas igualmente fracos, um sorteio escolhe qual se treina primeiro nessa semana. O outro fica
          para a seguinte. Depois a criança responde a oito perguntas novas, sem nota.
        </p>
        <p>
          A criança treina o mesmo número de perguntas. Nas contas não entram nomes, e pode desligar quando quiser.{' '}
          <a href="/funciona">Saber mais</a>
        </p>
        <div className={styles.acts}>
          <Button variant="secondary" disabled={!online || busy} onClick={() => void say(true)}>
            Sim, pode ser
          </Button>
          <Button variant="quiet" disabled={!online || busy} onClick={() => void say(false)}>
            Prefiro não
          </Button>
        </div>
        {failed && <p role="alert">Não foi guardado. Tente de novo.</p>}
      </div>
    </Card>
  );
}
