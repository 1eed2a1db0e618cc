import { TRIAL, TRIAL_WEEKS } from '../../domains/knowing/trial/trial.rules.ts';
import { Accordion } from '../../web/ui/lists/Accordion.tsx';
import { Sheet } from '../../web/ui/paper/Sheet.tsx';
import { DocumentFrame, DocumentMain } from './DocumentFrame.tsx';
import { OpeningCover } from './OpeningCover.tsx';
import styles from './Works.module.css';

/** Renders the page about what practice does. The server fills in the places of `worksWords` (knowing/trial) when it sends it. */
export function Works() {
  return (
    <DocumentFrame>
      <DocumentMain>
        <OpeningCover
          fio={[5, 4]}
          eyebrow="Funciona?"
          title="O treino faz mesmo aprender?"
          lead="Medimos às claras, com famílias que disseram que sim. Aqui está a resposta, seja ela qual for."
        />
        <div className={styles['page']}>
          <Sheet as="section">
            <h2>{'{{worksAnswer}}'}</h2>
            <p>{'{{worksSentence}}'}</p>
          </Sheet>
          <p className={styles['progress']}>
            <progress max={TRIAL_WEEKS} value="{{worksWeeks}}" aria-label="Semanas medidas" />
            <span>
              <b className="num">{'{{worksWeeks}}'}</b> de {TRIAL_WEEKS} semanas
            </span>
          </p>

          <section>
            <h2>Três contas, marcadas antes de começar</h2>
            <dl className={styles['looks']}>
              <div>
                <dt>Às {TRIAL.LOOKS[0]} semanas</dt>
                <dd>{'{{worksFirst}}'}</dd>
              </div>
              <div>
                <dt>Às {TRIAL.LOOKS[1]} semanas</dt>
                <dd>{'{{worksSecond}}'}</dd>
              </div>
              <div>
                <dt>Às {TRIAL.LOOKS[2]} semanas</dt>
                <dd>{'{{worksThird}}'}</dd>
              </div>
            </dl>
            <p className="muted">{'{{worksParts}} {{worksLost}}'}</p>
          </section>

          <section>
            <h2>Como medimos</h2>
            <ol className={styles['steps']}>
              <li>Uma criança tem dois temas igualmente fracos. Um sorteio escolhe qual se treina primeiro.</li>
              <li>Durante sete dias, o treino dá prioridade a esse tema. O outro espera, no máximo, essa semana.</li>
              <li>Depois a criança responde a oito perguntas que nunca viu, quatro de cada tema, sem nota.</li>
              <li>
                Se o treino ensina, a criança acerta mais no tema que treinou primeiro. É essa a diferença que contamos.
              </li>
            </ol>
          </section>

          <div>
            <Accordion title="Como se faz a conta">
              <p>
                A diferença é em pontos: mais 9 pontos quer dizer mais 9 respostas certas em cada 100 perguntas novas.
                Ao lado vai sempre um intervalo. Enquanto ele tiver o zero lá dentro, não dizemos que funciona.
              </p>
              <p>
                Contam todas as semanas sorteadas e respondidas, mesmo que a criança não tenha treinado. Contar só quem
                treinou muito daria uma resposta bonita e falsa.
              </p>
              <p>
                As contas fazem-se só às {TRIAL.LOOKS[0]}, {TRIAL.LOOKS[1]} e {TRIAL_WEEKS} semanas, com dez famílias ou
                mais. O limite é o de O’Brien e Fleming: em 100 vezes que o treino não fizesse nada, diríamos o
                contrário no máximo em 5. As semanas da mesma família contam juntas na margem de erro.
              </p>
              <p>
                Só mede o que faz uma semana de avanço, pouco depois. Não compara treinar com não treinar, e nada diz
                sobre daqui a um ano.
              </p>
            </Accordion>
            <Accordion title="E os dados das crianças?">
              <p>
                Só entra quem a família deixou entrar, e pode sair em «Definições» a qualquer momento. Cada criança
                treina tantas perguntas como antes.
              </p>
              <p>
                Nas contas ficam a classe, a disciplina e quantas respostas certas: sem nome, sem data e sem ligação à
                criança, se for apagada.
              </p>
            </Accordion>
          </div>
        </div>
      </DocumentMain>
    </DocumentFrame>
  );
}
