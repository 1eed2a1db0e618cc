import { useEffect, useState } from 'react';
import { Drawing } from '../../../web/ui/paper/Drawing.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import type { LooseAnswering } from '../answering/answering.contract.ts';
import { normalizeAnswering } from '../answering/answering.rules.ts';
import { WrittenPreview } from '../answering/WrittenPreview.tsx';
import { Formatted } from '../test-bank/Formatted.tsx';
import { withLetters } from '../test-bank/question.rules.ts';
import { hasNotation } from '../test-bank/texts/notation.rules.ts';
import styles from './Authoring.module.css';
import { alternativesFromLines } from './authoring.rules.ts';
import type { Shown } from './ImageField.tsx';
import { MarkedAlternatives } from './MarkedAlternatives.tsx';
import { callTeaching } from './teaching.web.ts';

interface Written {
  statement: string;
  /** One alternative per line. */
  lines: string;
  correctAnswer: string;
  explanation: string;
  /** How it is answered in writing; null if by choosing. */
  answering?: LooseAnswering | null;
}

interface Rendered {
  html: { statement?: string | undefined; alternatives?: string[] | undefined; explanation?: string | undefined };
  problems: Record<string, string>;
  /** What the printed test cannot show. */
  notes: string[];
}

const NOTHING: Rendered = { html: {}, problems: {}, notes: [] };
/** A character beyond those of everyday Portuguese, of which the server knows whether it can be printed. */
const UNUSUAL = /[^ -ÿ\n\t–—‘’“”…€]/;
/** Milliseconds after the last keystroke before the markup is requested. */
const REST_MS = 400;

/** Returns the texts of a question as markup, and what of them cannot be printed, by the server while the teacher types; nothing for plain texts. */
export function useFormulas({ statement, lines, explanation }: Written): Rendered {
  const [rendered, setRendered] = useState(NOTHING);
  useEffect(() => {
    const texts = [statement, explanation, ...alternativesFromLines(lines)];
    if (!texts.some((text) => hasNotation(text) || UNUSUAL.test(text))) {
      setRendered(NOTHING);
      return;
    }
    let live = true;
    const timer = setTimeout(() => {
      const body = { statement, alternatives: alternativesFromLines(lines).slice(0, 10), explanation };
      callTeaching('POST /api/teacher/preview', { body }).then(
        (reply) => live && setRendered(reply),
        () => live && setRendered(NOTHING),
      );
    }, REST_MS);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [statement, lines, explanation]);
  return rendered;
}

interface QuestionPreviewProps extends Written {
  shown: Shown;
  alt: string;
  rendered: Rendered;
}

/** Renders the question as it is being written: with letters, rendered formulas, and the right answer marked. */
export function QuestionPreview({
  statement,
  lines,
  correctAnswer,
  explanation,
  answering,
  shown,
  alt,
  rendered,
}: QuestionPreviewProps) {
  const options = alternativesFromLines(lines);
  return (
    <section className={styles['preview']} aria-label="Pré-visualização">
      <h3>Pré-visualização</h3>
      {statement.trim() ? (
        <Sheet kind="question">
          <p>
            <Formatted text={statement} html={rendered.html.statement} />
          </p>
        </Sheet>
      ) : (
        <p className="muted">A questão aparece aqui à medida que escreve.</p>
      )}
      {shown.kind === 'image' && <img src={shown.src} width={shown.width} height={shown.height} alt={alt} />}
      {shown.kind === 'figure' && <Drawing svg={shown.svg} alt={shown.alt} className={styles['figure']} />}
      {answering && (
        <WrittenPreview
          answering={normalizeAnswering(answering, {
            alternatives: withLetters(options),
            correctAnswer: correctAnswer || 'A',
          })}
        />
      )}
      <MarkedAlternatives
        alternatives={options.map((text, index) => ({ text, html: rendered.html.alternatives?.[index] }))}
        correctAnswer={correctAnswer}
        className={styles['options']}
      />
      {rendered.notes.map((note) => (
        <p key={note} className="meta">
          {note}
        </p>
      ))}
      {explanation.trim() && (
        <div>
          <h4>Explicação</h4>
          <p>
            <Formatted text={explanation} html={rendered.html.explanation} />
          </p>
        </div>
      )}
    </section>
  );
}
