import { brand } from '../../delivery/browser/boot.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { IconChevronDown } from '../../web/ui/base/Icon.tsx';
import { CompareBar } from '../../web/ui/lists/CompareBar.tsx';
import { NameLabel } from '../../web/ui/paper/Cover.tsx';
import { FioResult } from '../../web/ui/paper/Fio.tsx';
import { Sheet, SheetBlock } from '../../web/ui/paper/Sheet.tsx';
import { RoundStamp } from '../../web/ui/paper/Stamp.tsx';
import styles from './LandingOpening.module.css';
import { OpeningCover } from './OpeningCover.tsx';

/** Renders the top of the landing page: what the product does on a booklet's cover, and one result on paper. */
export function LandingOpening({ signUp }: { signUp: string }) {
  return (
    <div className={styles['first']}>
      <Opening signUp={signUp} />
      <div className={styles['place']}>
        <Sample />
      </div>
    </div>
  );
}

function Opening({ signUp }: { signUp: string }) {
  return (
    <OpeningCover
      large
      fio={[4, 5]}
      eyebrow="Para pais e encarregados de educação"
      title="Saiba o que o seu filho já sabe."
      lead="Ler, contar, escrever e seis disciplinas. Em casa, no telemóvel ou em papel, em cerca de 15 minutos."
    >
      <div className={styles['ways']}>
        <Button variant="brass" size="l" href={signUp}>
          Criar conta
        </Button>
        <a href="#exemplo">
          Ver um resultado <IconChevronDown size={18} />
        </a>
      </div>
      <p className={styles['fine']}>Plano Essencial (grátis).</p>
    </OpeningCover>
  );
}

/** Eight of ten answers are right. The two wrong ones are apart, so that the line visibly continues between them. */
const SAMPLE = [true, true, true, false, true, true, true, false, true, true];

/** Renders the result of an invented child, labelled as an example. */
function Sample() {
  return (
    <section id="exemplo" aria-labelledby="exemplo-titulo" className={styles['sample']}>
      <Sheet
        className={styles['sheet']}
        label={<NameLabel name="Maria" title="Maria, 4º Ano" detail="Exemplo · Matemática: Fracções" cover={2} />}
      >
        <SheetBlock lines={4}>
          <FioResult results={SAMPLE} label="8 de 10 respostas certas" scale={1.6} className={styles['fio']} />
          <RoundStamp
            className={styles['stamp']}
            ring={`${brand.productName} • Meta atingida • 70% ou mais •`}
            big="80%"
            label="80%, acima da meta de 70%"
          />
        </SheetBlock>
        <h2 id="exemplo-titulo">A Maria acertou 8 de 10.</h2>
        <p className="muted">Acima dos valores de comparação.</p>
        <SheetBlock lines={3}>
          <div className={styles['compare']}>
            <CompareBar
              name="Maria"
              value={80}
              marks={[
                { label: 'Escola', value: 65 },
                { label: 'Nacional', value: 70 },
              ]}
            />
          </div>
        </SheetBlock>
      </Sheet>
    </section>
  );
}
