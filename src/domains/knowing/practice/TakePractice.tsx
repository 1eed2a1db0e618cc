import { useEffect, useState } from 'react';
import { reader } from '../../../web/call/api.ts';
import { isKeptHere } from '../../../web/device/kept-here.ts';
import { hereWords } from '../../../web/parts/here-words.ts';
import { plural } from '../../../web/parts/text.ts';
import { ChoiceBox, ChoiceTile } from '../../../web/ui/forms/ChoiceTile.tsx';
import styles from '../../sitting/prepared/TakeAlong.module.css';
import type { TakePracticeProps } from '../../sitting/prepared/TakeAlong.tsx';
import type { practiceContract } from './practice.contract.ts';
import { bringPackHere, readPack } from './practice-device.web.ts';
import { PACK_DAYS } from './session.rules.ts';

const useRead = reader<typeof practiceContract>();

async function holdsPack(childId: number): Promise<boolean> {
  return (await isKeptHere('caderneta-treino')) && ((await readPack(childId))?.cards.length ?? 0) > 0;
}

/** Offers the cards of the week, beside the tests that can be prepared; empty for a child without mistakes. */
export default function TakePractice({ childId, chosen, disabled, onChoose }: TakePracticeProps) {
  const { data: size } = useRead('GET /api/children/:id/practice/size', { params: { id: String(childId) } });
  const [isHere, setIsHere] = useState(false);
  // Read again after the cards have been stored.
  useEffect(() => {
    if (!chosen) holdsPack(childId).then(setIsHere, () => {});
  }, [childId, chosen]);
  if (!size || size.cards === 0) return null;
  const { cards, kilobytes } = size;
  return (
    <section aria-labelledby="practice">
      <div className={styles['head']}>
        <h2 id="practice">Treino da semana</h2>
        <span className="muted">não conta como teste</span>
      </div>
      <ChoiceTile
        type="checkbox"
        sign={<ChoiceBox />}
        title="Caderno de erros"
        text={
          isHere
            ? `Já ${hereWords()}. Pode trazer as perguntas de hoje.`
            : `${plural(cards, 'pergunta', 'perguntas')} para treinar em ${PACK_DAYS} dias`
        }
        end={<b className="num">{kilobytes} KB</b>}
        checked={chosen !== undefined}
        disabled={disabled}
        onChange={({ target }) =>
          onChoose(target.checked ? { kilobytes, bring: () => bringPackHere(childId) } : undefined)
        }
      />
    </section>
  );
}
