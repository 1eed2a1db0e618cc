import type { ReactNode } from 'react';
import { brand } from '../../delivery/browser/boot.ts';
import { HELD_ID, TOAST_ID } from '../../delivery/inline/ids.ts';
import { PlanCard, PlanList } from '../../domains/money/plans/PlanCard.tsx';
import { PLANS } from '../../domains/money/plans/plans.rules.ts';
import { wave } from '../../shared/fio.ts';
import { formatKz } from '../../shared/money.ts';
import { PLAN_IDS } from '../../shared/words.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { cx } from '../../web/ui/base/cx.ts';
import { CONTENT_ID, SkipLink } from '../../web/ui/base/Layout.tsx';
import { IconCap, IconFile, IconZap } from '../../web/ui/icons/ParentIcon.tsx';
import { IconTrend } from '../../web/ui/icons/StaffIcon.tsx';
import { Accordion } from '../../web/ui/lists/Accordion.tsx';
import { Header } from '../../web/ui/lists/Header.tsx';
import { Cover } from '../../web/ui/paper/Cover.tsx';
import { SiteFooter } from './DocumentFrame.tsx';
import styles from './Landing.module.css';
import { LandingOpening } from './LandingOpening.tsx';

const SIGN_UP = '/auth?tab=register';

/** Renders the landing page: it explains the product by means of one result. */
export function Landing() {
  return (
    <>
      <SkipLink />
      {/* The page's script shows this if the device holds a test. The text is for a device that holds only answers; the script replaces it
         for a running test. */}
      <div id={HELD_ID} role="status" className={styles['held']} hidden>
        <span>Este telemóvel guarda respostas de um teste. Entre na sua conta para as enviar.</span>
        <a href="/auth">Entrar</a>
      </div>
      <div className={styles['above']}>
        <div className={styles['top']}>
          <Header productName={brand.productName} onCover signInHref="/auth" signUpHref={SIGN_UP} />
        </div>
      </div>
      <main id={CONTENT_ID} tabIndex={-1}>
        <LandingOpening signUp={SIGN_UP} />
        <Promises />
        <Steps />
        <Plans />
        <Questions />
        <Cover className={styles['last']}>
          <div>
            <h2>Comece pelo primeiro teste</h2>
            <p>Criar a conta é gratuito. O resultado chega assim que a criança terminar.</p>
          </div>
          <Button variant="brass" size="l" href={SIGN_UP}>
            Criar conta
          </Button>
        </Cover>
      </main>
      <SiteFooter />
      {/* Empty until the page's script has a message; screen readers then announce it. */}
      <div id={TOAST_ID} role="status" className={styles['toasts']}>
        <div className={styles['toast']} hidden>
          <b />
          <span />
        </div>
      </div>
    </>
  );
}

const PROMISES: readonly [icon: ReactNode, title: string, text: string][] = [
  [<IconCap size={24} key="cap" />, 'Testes feitos por professores', 'Por disciplina, tema e classe, do 1º ao 6º Ano.'],
  [<IconZap size={24} key="zap" />, 'Resultados imediatos', 'Acertou 8 de 10: vê-se logo que o teste termina.'],
  [<IconFile size={24} key="file" />, 'Relatórios detalhados', 'O que já sabe e o que falta praticar.'],
  [<IconTrend size={24} key="trend" />, 'Acompanhamento contínuo', 'O progresso de cada criança, mês a mês.'],
];

function Promises() {
  return (
    <section id="funcionalidades" className={styles['part']}>
      <h2>Uma caderneta que se explica sozinha</h2>
      <ul className={styles['promises']}>
        {PROMISES.map(([icon, title, text]) => (
          <li key={title}>
            <span className={cx('pictured', styles['icon'])}>{icon}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const STEPS = [
  ['Escreva o nome e a classe da criança', 'Crie a conta e adicione a criança. Cada uma tem a sua capa e a sua cor.'],
  ['A criança faz o teste', 'Cerca de 10 perguntas em 15 minutos, uma de cada vez. Cada resposta fica guardada.'],
  ['Vejam o resultado juntos', 'Primeiro uma frase, depois as contas. Cada pergunta errada vem com a explicação.'],
] as const;

/** Renders three dots on one line, like the questions of a test. */
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
        Todas as contas começam no plano Essencial, que é grátis e não tem prazo. Mude de plano quando quiser.
      </p>
      <PlanList>
        {PLAN_IDS.map((id) => (
          <PlanCard key={id} plan={PLANS[id]}>
            <Button
              variant={id === 'individual' ? 'primary' : 'secondary'}
              full
              href={id === 'free' ? SIGN_UP : `${SIGN_UP}&plan=${id}`}
            >
              {id === 'free' ? 'Começar grátis' : `Escolher ${PLANS[id].name}`}
            </Button>
          </PlanCard>
        ))}
      </PlanList>
    </section>
  );
}

const QUESTIONS: readonly [question: string, answer: ReactNode][] = [
  [
    'O resultado substitui a nota da escola?',
    'Não. Serve para saber, em casa, o que a criança já sabe e o que falta praticar. A avaliação que conta é a da escola.',
  ],
  [
    'E se a internet falhar a meio do teste?',
    'A criança continua. As respostas ficam guardadas no telemóvel e são enviadas quando a internet voltar. Se a página fechar, o teste continua na mesma pergunta, com o tempo que falta.',
  ],
  [
    'E a criança que ainda não lê sozinha?',
    'Lê em voz alta, 5 minutos, e o encarregado marca o que falhou. Vê-se quantas palavras certas lê por minuto, se compreende, e o que treinar. A voz não sai do telemóvel.',
  ],
  [
    'Quantos dados gasta?',
    'Pouco. Cada teste gasta menos dados do que uma fotografia no WhatsApp, e as páginas não trazem publicidade.',
  ],
  [
    'A criança precisa de uma conta?',
    'Não. A conta é do encarregado de educação, que adiciona as crianças e lhes entrega os testes. Várias crianças podem usar o mesmo telemóvel.',
  ],
  [
    'O que se pode fazer sem pagar?',
    'No plano Essencial, cada criança faz 1 teste por disciplina em cada mês, com o resultado e a explicação das respostas.',
  ],
  [
    'Os planos pagos renovam-se sozinhos?',
    `Não. Antes de o ano acabar, avisamos. Se pagar, o plano continua mais um ano. Se não pagar, a conta passa ao Essencial, que é grátis. O plano Individual custa ${formatKz(PLANS.individual.yearlyPrice)} por ano.`,
  ],
  [
    'Quem vê os dados do meu filho?',
    <>
      A conta do encarregado de educação. Na empresa, só quem dá apoio, e só o que for preciso para ajudar. Os
      professores não vêem nomes. Se partilhar um resultado, quem tiver a ligação vê o primeiro nome, o teste e o
      resultado. Não vendemos dados, não mostramos publicidade e não usamos rastreadores. Leia a{' '}
      <a href="/privacy-policy">Política de Privacidade</a>.
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
