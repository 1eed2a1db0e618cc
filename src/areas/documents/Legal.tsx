import type { ReactNode } from 'react';
import { Accordion } from '../../web/ui/lists/Accordion.tsx';
import { BackLink } from '../../web/ui/lists/Card.tsx';
import { Sheet } from '../../web/ui/paper/Sheet.tsx';
import { DocumentFrame, DocumentMain, HOME } from './DocumentFrame.tsx';
import styles from './Legal.module.css';

export interface LegalSection {
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalProps {
  title: string;
  /** When the document was last changed, in words: "Actualizados em Abril de 2025". */
  updated: string;
  /** A summary of three sentences. */
  summary: readonly string[];
  sections: readonly LegalSection[];
}

/** Renders a legal text: a summary, then numbered sections with anchors. */
export function Legal({ title, updated, summary, sections }: LegalProps) {
  return (
    <DocumentFrame back={false}>
      <DocumentMain className={styles['legal']}>
        <div className={styles['head']}>
          <BackLink href={HOME}>Voltar</BackLink>
          <h1>{title}</h1>
          <p className="meta">{updated}</p>
          <Sheet as="section" className={styles['summary']}>
            <h2>Em resumo</h2>
            <ul>
              {summary.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Sheet>
        </div>
        <nav className={styles['aside']} aria-label="Índice">
          <p className="meta">Índice</p>
          <Contents sections={sections} />
        </nav>
        <nav className={styles['folded']} aria-label="Índice">
          <Accordion title="Índice">
            <Contents sections={sections} />
          </Accordion>
        </nav>
        <div className={styles['text']}>
          {sections.map(({ id, title: heading, body }, i) => (
            <section key={id} id={id}>
              <h2>
                <span className="num">{i + 1}.</span> {heading}
              </h2>
              {body}
            </section>
          ))}
        </div>
      </DocumentMain>
    </DocumentFrame>
  );
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <ol className={styles['contents']}>
      {sections.map(({ id, title }, i) => (
        <li key={id}>
          <a href={`#${id}`}>
            <span className="num">{i + 1}</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}
