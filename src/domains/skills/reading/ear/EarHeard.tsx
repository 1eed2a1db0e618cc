import { type ReactNode, useEffect, useRef, useState } from 'react';
import { bareWord } from '../../../../shared/skills/text-words.ts';
import { Button } from '../../../../web/ui/base/Button.tsx';
import type { Grid } from '../../grid/grid.rules.ts';
import { marked } from '../../grid/grid.rules.ts';
import { MarkGrid } from '../../grid/MarkGrid.tsx';
import { checkEar, findsEnough, type Heard } from '../ear.rules.ts';
import { PlaySign, useSoundAddress } from '../Player.tsx';
import styles from '../Reading.module.css';
import type { EarRecording, EarSound, SoundState } from './ear-sounds.web.ts';
import { escapedWords } from './ear-words.rules.ts';

interface EarHeardProps {
  recording: EarRecording;
  sound: SoundState;
  flags: ReactNode;
  number: number;
  count: number;
  /** What the parent marked. */
  grid: Grid;
  /** Whether the ear is trained now. */
  isTrained: boolean;
  /** What to do next. */
  children: ReactNode;
}

/** What escaped in a recording: words that were read wrong without a mark, and words marked without reason; each can be heard again. */
export function EarHeard({ recording, sound, flags, number, count, grid, isTrained, children }: EarHeardProps) {
  const { words, paragraphs, read } = recording;
  const found = checkEar(words.length, read, marked(grid, 'wrong'));
  const escaped = [...found.missed, ...found.extra].sort((one, other) => one - other);
  return (
    <>
      <p className={styles['note']}>
        Treino do ouvido · leitura {number} de {count}
      </p>
      <h1>
        Ouviu bem {words.length - escaped.length} de {words.length} palavras
      </h1>
      <p role="status">
        <b>{found.passes ? 'Passou.' : 'Ainda não.'}</b> {verdict(found, isTrained)}
      </p>
      {flags}
      <section className={styles['card']}>
        <h2>{escaped.length > 0 ? 'O que escapou' : 'Nada lhe escapou'}</h2>
        <MarkGrid
          label={recording.title}
          items={words}
          layout={{ kind: 'text', paragraphs }}
          grid={grid}
          tool="mark"
          differing={escaped}
        />
        {escaped.length > 0 && (
          <ol className={styles['list']}>
            {escaped.map((index) => (
              <li key={index} className={styles['escaped']}>
                <span>
                  <b>{bareWord(words[index] ?? '')}</b>
                  <small>{escapedWords(read.find((one) => one.index === index))}</small>
                </span>
                {sound.brought && <Again sound={sound.brought} index={index} word={bareWord(words[index] ?? '')} />}
              </li>
            ))}
          </ol>
        )}
      </section>
      <section className={styles['card']}>{children}</section>
    </>
  );
}

function verdict(found: Heard, isTrained: boolean): string {
  if (isTrained) return 'O seu ouvido está treinado: a próxima leitura gravada já conta.';
  if (found.passes) return 'Falta passar noutra leitura.';
  const again = 'Ouça de novo as palavras em baixo. À segunda é mais fácil.';
  const missed = found.missed.length;
  return findsEnough(found)
    ? again
    : `${missed === 1 ? 'Escapou' : 'Escaparam'} ${missed} dos ${found.planted} erros. ${again}`;
}

/** Plays one word of a recording, with a little of what is around it. */
function Again({ sound: { sound, starts, seconds }, index, word }: { sound: EarSound; index: number; word: string }) {
  const address = useSoundAddress(sound);
  const audio = useRef<HTMLAudioElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const from = starts[Math.max(0, index - 1)] ?? 0;
  const until = starts[index + 2] ?? seconds;
  const play = () => {
    const { current } = audio;
    if (!current) return;
    clearTimeout(timer.current);
    current.currentTime = from;
    void current.play().catch(() => {});
    timer.current = setTimeout(() => current.pause(), (until - from) * 1000);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said is the text above */}
      <audio
        ref={audio}
        src={address}
        preload="none"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
      />
      <Button variant="secondary" aria-label={`Ouvir ${word}`} aria-pressed={isPlaying} onClick={play}>
        <PlaySign />
      </Button>
    </>
  );
}
