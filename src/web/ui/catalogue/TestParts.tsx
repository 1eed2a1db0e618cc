import { useState } from 'react';
import { Button } from '../base/Button.tsx';
import { Accordion } from '../lists/Accordion.tsx';
import { Badge } from '../lists/Badge.tsx';
import { Card } from '../lists/Card.tsx';
import { CompareBar } from '../lists/CompareBar.tsx';
import { CoverBar, NameLabel } from '../paper/Cover.tsx';
import { FioBroken, FioEmpty, FioProgress, FioResult } from '../paper/Fio.tsx';
import { OptionGroup, OptionTile, ReviewTile } from '../paper/OptionTile.tsx';
import { Sheet, SheetBlock, SheetHead } from '../paper/Sheet.tsx';
import { RoundStamp, SquareStamp, Stamp } from '../paper/Stamp.tsx';
import { Timer } from '../paper/Timer.tsx';
import styles from './Catalogue.module.css';
import { HALF, icons, NAME, Part, progress, right } from './sample.tsx';

const MARKS = [
  { label: 'Escola', value: 65 },
  { label: 'Nacional', value: 70 },
];

/** Renders the child’s screen. */
export function SittingPart() {
  const [answer, setAnswer] = useState('C');
  return (
    <Part name="Teste">
      <div className={styles.phone}>
        <CoverBar cover={2} name="Maria">
          <Timer seconds={765} />
        </CoverBar>
        <div className={styles.test}>
          <FioProgress states={progress(10, 3)} current={3} />
          <div className={styles.between}>
            <b>Questão 4 de 10</b>
          </div>
          <OptionGroup
            legend={
              <Sheet kind="question">
                <h1>A Ana tinha 20 laranjas e vendeu três quartos (3/4) no mercado. Quantas laranjas vendeu?</h1>
              </Sheet>
            }
          >
            {['5 laranjas', '10 laranjas', '15 laranjas'].map((text, i) => {
              const letter = 'ABC'.charAt(i);
              return (
                <OptionTile
                  key={text}
                  name="q4"
                  letter={letter}
                  value={letter}
                  checked={answer === letter}
                  onChange={setAnswer}
                >
                  {text}
                </OptionTile>
              );
            })}
            <OptionTile name="q4" letter="D" value="D" checked={answer === 'D'} onChange={setAnswer} html={HALF} />
          </OptionGroup>
        </div>
        <div className={styles.foot}>
          <Button variant="secondary" size="l" icon={<icons.IconChevronLeft size={22} />}>
            Anterior
          </Button>
          <Button size="l" iconEnd={<icons.IconChevronRight size={22} />}>
            Próxima
          </Button>
        </div>
      </div>
      <div className={styles.grid}>
        <Sheet kind="big">
          <h1>Quantos lados tem um triângulo? Conta com o dedo.</h1>
        </Sheet>
        <div className={styles.stack}>
          <ReviewTile letter="A" state="rest">
            5 laranjas
          </ReviewTile>
          <ReviewTile letter="B" state="wrong" note="resposta da Maria">
            10 laranjas
          </ReviewTile>
          <ReviewTile letter="C" state="right" note="certa">
            15 laranjas
          </ReviewTile>
          <ReviewTile letter="D" state="right" note="resposta da Maria, certa" big html={HALF} />
        </div>
        <div className={styles.stack}>
          <FioProgress states={progress(10, 0)} current={0} />
          <FioProgress states={progress(10, 6, [2])} current={1} />
          <FioProgress states={progress(10, 10)} />
          <FioProgress states={progress(20, 12, [4, 5])} current={12} />
          <CoverBar cover={3} name="João">
            <Timer seconds={240} />
          </CoverBar>
          <CoverBar cover={6} name="Ana">
            <Timer seconds={45} />
          </CoverBar>
          <CoverBar cover={4} name="Zita">
            <Timer seconds={900} startsHidden />
          </CoverBar>
        </div>
      </div>
    </Part>
  );
}

/** Renders a parent's view of a result. */
export function ResultPart() {
  return (
    <Part name="Resultado">
      <div className={styles.grid}>
        <Sheet
          as="section"
          label={
            <NameLabel name="Maria" title="Maria, 4º Ano" detail="Matemática: Fracções · há 2 minutos" cover={2} />
          }
        >
          <SheetHead stamp={<Stamp percent={80} productName={NAME} lands />}>
            <h1>A Maria acertou 8 de 10</h1>
            <p className="muted">Acima da meta de 70%.</p>
          </SheetHead>
          <SheetBlock lines={3}>
            <FioResult results={right(10, [3, 7])} label="8 de 10 respostas certas" />
          </SheetBlock>
          <p className="meta">Ponto cheio: certa. Vazio: errada.</p>
        </Sheet>
        <Sheet
          as="section"
          label={
            <NameLabel
              name="João"
              title="João, 2º Ano"
              detail="Português: Interpretação de Texto · há 2 minutos"
              cover={3}
            />
          }
        >
          <SheetHead stamp={<Stamp percent={50} productName={NAME} />}>
            <h1>O João acertou 5 de 10</h1>
          </SheetHead>
          <p className="muted">Abaixo da meta de 70%. Vejam juntos o que falta.</p>
          <SheetBlock lines={4}>
            <FioResult results={right(10, [1, 4, 5, 7, 9])} label="5 de 10" hrefFor={(i) => `#questao-${i + 1}`} />
          </SheetBlock>
        </Sheet>
        <Card title="Comparação">
          <CompareBar name="Maria" value={80} marks={MARKS} />
          <p className="meta">Escola e nacional: valores de comparação.</p>
          <Accordion quiet title="Ver em tabela">
            Uma tabela.
          </Accordion>
          <CompareBar name="João" value={50} marks={MARKS} />
        </Card>
        <Card title="Selos e fios" aside={<Badge tone="off">rascunho</Badge>}>
          <div className={styles.row}>
            <Stamp percent={100} productName={NAME} />
            <RoundStamp ring="PAGAMENTO CONCLUÍDO • 15.04.2025 •" big="PAGO" label="Pago a 15 de Abril de 2025" />
            <SquareStamp pending top="AGUARDANDO" big="2 h" bottom="PAGAMENTO" label="Aguardando pagamento" />
            <Stamp percent={null} productName={NAME} />
          </div>
          <div className={styles.row}>
            {[5, 12, 15, 20].map((n) => (
              <FioResult key={n} results={right(n, [1, 4])} scale={1.2} />
            ))}
            <FioEmpty count={10} scale={0.8} />
            <FioBroken>
              <icons.IconAlert />
            </FioBroken>
          </div>
        </Card>
      </div>
    </Part>
  );
}
