import type { ReactNode } from 'react';
import { brand } from '../../delivery/browser/boot.ts';
import { HELD_ID, TOAST_ID } from '../../delivery/inline/ids.ts';
import { CONTENT_ID, SkipLink } from '../../web/ui/base/Layout.tsx';
import { IconCap, IconFile, IconZap } from '../../web/ui/icons/ParentIcon.tsx';
import { IconTrend } from '../../web/ui/icons/StaffIcon.tsx';
import { Accordion } from '../../web/ui/lists/Accordion.tsx';
import { Header } from '../../web/ui/lists/Header.tsx';
import { SiteFooter } from './DocumentFrame.tsx';
import styles from './Landing.module.css';
import { LandingOpening } from './LandingOpening.tsx';
import { LandingPart } from './LandingPart.tsx';
import { LandingPieces } from './LandingPieces.tsx';
import { LandingPlans } from './LandingPlans.tsx';

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
        <LandingPieces />
        <Promises />
        <LandingPlans />
        <Questions />
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

const PROMISES: readonly [icon: ReactNode, promise: string][] = [
  [<IconCap size={22} key="cap" />, 'Testes feitos por professores'],
  [<IconZap size={22} key="zap" />, 'Resultados imediatos'],
  [<IconFile size={22} key="file" />, 'Relatórios detalhados'],
  [<IconTrend size={22} key="trend" />, 'Acompanhamento contínuo'],
];

function Promises() {
  return (
    <ul id="funcionalidades" className={styles['promises']}>
      {PROMISES.map(([icon, promise]) => (
        <li key={promise}>
          {icon}
          {promise}
        </li>
      ))}
    </ul>
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
    'A criança precisa de uma conta?',
    'Não. A conta é do encarregado de educação, que adiciona as crianças e lhes entrega os testes. Várias crianças podem usar o mesmo telemóvel.',
  ],
  [
    'O que se pode fazer sem pagar?',
    'No plano Essencial, cada criança faz 1 teste por disciplina em cada mês, com o resultado e a explicação das respostas.',
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
    <LandingPart id="perguntas" title="Perguntas frequentes">
      <div className={styles['faq']}>
        {QUESTIONS.map(([question, answer]) => (
          <Accordion key={question} title={question}>
            <p className="muted">{answer}</p>
          </Accordion>
        ))}
      </div>
    </LandingPart>
  );
}
