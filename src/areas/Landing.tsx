import type { ReactNode } from 'react';
import { PLANS } from '../features/plans/plans.rules.ts';
import { formatKz } from '../shared/money.ts';
import { brand } from '../web/boot.ts';
import { Accordion } from '../web/ui/Accordion.tsx';
import { Button } from '../web/ui/Button.tsx';
import { Cover, NameLabel } from '../web/ui/Cover.tsx';
import { mirrorCurve, wave } from '../web/ui/Fio.geometry.ts';
import { FioResult } from '../web/ui/Fio.tsx';
import { IconArrowRight, IconCap, IconFile, IconTrend, IconZap } from '../web/ui/Icon.tsx';
import { CONTENT_ID, Header, SkipLink } from '../web/ui/Layout.tsx';
import { CompareBar } from '../web/ui/ScoreBar.tsx';
import { Sheet, SheetBlock } from '../web/ui/Sheet.tsx';
import { RoundStamp } from '../web/ui/Stamp.tsx';
import { SiteFooter } from './DocumentFrame.tsx';
import { TOAST_ID } from './document-scripts.ts';
import styles from './Landing.module.css';
import { PlanCards } from './PlanCards.tsx';

const SIGN_UP = '/auth?tab=register';

/** The first page that anyone sees: what the product does, shown on one result. */
export function Landing() {
  return (
    <>
      <SkipLink />
      <div className={styles['top']}>
        <Header productName={brand.productName} onCover signInHref="/auth" signUpHref={SIGN_UP} />
      </div>
      <main id={CONTENT_ID} tabIndex={-1}>
        <div className={styles['first']}>
          <Opening />
          <div className={styles['place']}>
            <Sample />
          </div>
        </div>
        <Promises />
        <Steps />
        <Plans />
        <Questions />
        <Cover className={styles['last']}>
          <div>
            <h2>Comece pelo primeiro teste</h2>
            <p>Criar a conta é gratuito e leva dois minutos. O resultado chega assim que a criança terminar.</p>
          </div>
          <Button variant="brass" size="l" href={SIGN_UP}>
            Criar conta
          </Button>
        </Cover>
      </main>
      <SiteFooter />
      {/* Empty until the script in the page has something to say; a reader hears it when it is shown. */}
      <div id={TOAST_ID} role="status" className={styles['toasts']}>
        <div className={styles['toast']} hidden>
          <b />
          <span />
        </div>
      </div>
    </>
  );
}

function Opening() {
  const { lines, dots } = mirrorCurve(4, 5);
  return (
    <Cover className={styles['opening']}>
      <svg className={styles['emboss']} viewBox="-3 -3 86 106" aria-hidden="true">
        <path d={lines.join('')} />
        <path d={dots.map(([x, y]) => `M${x} ${y}h.01`).join('')} />
      </svg>
      <div className={styles['words']}>
        <p className={styles['eyebrow']}>Para pais e encarregados de educação</p>
        <h1>Saiba o que o seu filho já sabe.</h1>
        <p className={styles['lead']}>
          Testes feitos por professores, alinhados com o currículo. Faça em casa, no telefone, em cerca de 15 minutos.
        </p>
        <div className={styles['ways']}>
          <Button variant="brass" size="l" href={SIGN_UP}>
            Criar conta
          </Button>
          <a href="#exemplo">
            Ver um resultado <IconArrowRight size={18} />
          </a>
        </div>
        <p className={styles['fine']}>Plano Essencial gratuito.</p>
      </div>
    </Cover>
  );
}

/** Eight of ten: the two that are wrong lie apart, so that the line is seen to go on. */
const SAMPLE = [true, true, true, false, true, true, true, false, true, true];

/** The result of a child that does not exist, and says so. */
function Sample() {
  return (
    <section id="exemplo" aria-labelledby="exemplo-titulo" className={styles['sample']}>
      <Sheet
        className={styles['sheet']}
        label={<NameLabel name="Maria" title="Maria, 4º Ano" detail="Exemplo · Matemática: Frações" cover={2} />}
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
        <p className="muted">Acima dos valores de referência.</p>
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

const PROMISES: readonly [icon: ReactNode, title: string, text: string][] = [
  [<IconCap size={24} key="cap" />, 'Testes feitos por professores', 'Por disciplina, tema e classe, do 1º ao 6º Ano.'],
  [<IconZap size={24} key="zap" />, 'Resultados imediatos', 'A nota aparece assim que o teste termina.'],
  [<IconFile size={24} key="file" />, 'Relatórios detalhados', 'O que já domina e o que falta praticar.'],
  [<IconTrend size={24} key="trend" />, 'Acompanhamento contínuo', 'O progresso de cada filho, mês a mês.'],
];

function Promises() {
  return (
    <section id="funcionalidades" className={styles['part']}>
      <h2>Uma caderneta que se explica sozinha</h2>
      <ul className={styles['promises']}>
        {PROMISES.map(([icon, title, text]) => (
          <li key={title}>
            <span className={styles['icon']}>{icon}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const STEPS = [
  ['Junte o seu filho', 'Crie a conta e escreva o nome e a classe. Cada filho tem a sua capa e a sua cor.'],
  ['A criança faz o teste', 'Cerca de 10 questões em 15 minutos, uma de cada vez. Cada resposta fica guardada.'],
  ['Vejam o resultado juntos', 'Primeiro uma frase, depois as contas. Cada questão errada vem com a explicação.'],
] as const;

/** Three dots on one line, as questions are in a test. */
function Steps() {
  return (
    <section id="como-funciona" className={styles['band']}>
      <div className={styles['part']}>
        <h2>Como funciona</h2>
        <div className={styles['walk']}>
          <svg className={styles['wave']} viewBox="0 0 84 32" preserveAspectRatio="none" aria-hidden="true">
            <path d={wave(3)} />
          </svg>
          <ol className={styles['steps']}>
            {STEPS.map(([title, text], i) => (
              <li key={title}>
                <span className={styles['dot']} aria-hidden="true">
                  {i + 1}
                </span>
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

function Plans() {
  return (
    <section id="planos" className={styles['part']}>
      <h2>Planos</h2>
      <p className={styles['under']}>
        Todas as contas começam no plano Essencial, sem custo e sem prazo. Muda de plano quando quiser.
      </p>
      <PlanCards />
    </section>
  );
}

const QUESTIONS: readonly [question: string, answer: ReactNode][] = [
  [
    'O resultado substitui a nota da escola?',
    'Não. Serve para saber, em casa, o que a criança já domina e o que falta praticar. A avaliação que conta é a da escola.',
  ],
  [
    'E se a rede falhar a meio do teste?',
    'A criança continua. As respostas ficam guardadas no telemóvel e são enviadas quando a rede voltar. Se a página fechar, o teste retoma na mesma questão, com o tempo que falta.',
  ],
  [
    'Quantos dados gasta?',
    'Pouco. Cada teste diz, antes de começar, quantos KB vai gastar. Não há vídeos nem publicidade.',
  ],
  [
    'A criança precisa de uma conta?',
    'Não. A conta é do encarregado de educação, que junta os filhos e lhes abre os testes. Vários filhos podem usar o mesmo telemóvel.',
  ],
  [
    'O que se pode fazer sem pagar?',
    'No plano Essencial, cada filho faz 1 teste por disciplina em cada mês, com o resultado e a explicação das respostas.',
  ],
  [
    'Os planos pagos renovam-se sozinhos?',
    `O plano dura um ano e renova-se até o cancelar. Cada renovação depende do seu pagamento: nada é debitado por nós. O plano Individual custa ${formatKz(PLANS.individual.yearlyPrice)} por ano.`,
  ],
  [
    'Quem vê os dados do meu filho?',
    <>
      Só a conta do encarregado de educação. Não vendemos dados, não mostramos publicidade e não usamos rastreadores.
      Leia a <a href="/privacy-policy">Política de Privacidade</a>.
    </>,
  ],
];

function Questions() {
  return (
    <section id="perguntas" className={styles['part']}>
      <div className={styles['faq']}>
        <div>
          <h2>Perguntas frequentes</h2>
          <p className={styles['under']}>
            Tem outra? Escreva para <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> ou leia mais{' '}
            <a href="/about">sobre nós</a>.
          </p>
        </div>
        <div>
          {QUESTIONS.map(([question, answer]) => (
            <Accordion key={question} title={question}>
              <p className="muted">{answer}</p>
            </Accordion>
          ))}
        </div>
      </div>
    </section>
  );
}
