import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../web/ui/base/Button.tsx';
import styles from './Reading.module.css';

/** Returns seconds as minutes and seconds: 1:05. */
export const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Returns an address of a sound, for as long as the component is shown; undefined at first. */
export function useSoundAddress(sound: Blob): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(sound);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [sound]);
  return address;
}

// Drawn, because not every phone has these signs in its typeface.
export const PlaySign = () => <Sign path="M7 4.5v15l12.5-7.5z" />;
const PauseSign = () => <Sign path="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" />;
const Sign = ({ path }: { path: string }) => (
  <svg width="26" height="26" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} fill="currentColor" />
  </svg>
);

interface PlayerProps {
  sound: Blob;
  /** Where the reading begins in the sound, and how long it takes, in seconds. */
  from: number;
  seconds: number;
  /** Takes the last mark back; undefined if there is none. */
  onUndo: (() => void) | undefined;
}

/** Plays a recording: play and pause, three seconds back, slowly, and a line to move along. */
export function Player({ sound, from, seconds, onUndo }: PlayerProps) {
  const address = useSoundAddress(sound);
  const [isBroken, setIsBroken] = useState(false);
  const audio = useRef<HTMLAudioElement>(null);
  const [at, setAt] = useState(from);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isSlow, setIsSlow] = useState(false);
  const length = from + seconds;
  const move = (to: number) => {
    const place = Math.min(length, Math.max(0, to));
    if (audio.current) audio.current.currentTime = place;
    setAt(place);
  };
  const toggle = () => {
    const { current } = audio;
    if (!current) return;
    if (!current.paused) return current.pause();
    current.playbackRate = isSlow ? 0.75 : 1;
    if (current.ended || current.currentTime === 0) current.currentTime = from;
    void current.play().catch(() => {});
  };
  if (isBroken) return <p>Este navegador não toca esta gravação. Use o Chrome, ou actualize o navegador.</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said is the text above */}
      <audio
        ref={audio}
        src={address}
        preload="auto"
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onEnded={() => setIsPlaying(false)}
        onError={() => setIsBroken(true)}
      />
      <div className={styles['along']}>
        <input
          type="range"
          aria-label="Onde está na gravação"
          aria-valuetext={`${clock(at)} de ${clock(length)}`}
          min={0}
          max={length}
          step={0.1}
          value={Math.min(at, length)}
          onChange={({ target }) => move(Number(target.value))}
        />
        <span className="num">
          {clock(at)} / {clock(length)}
        </span>
      </div>
      <div className={styles['commands']}>
        <Button variant="secondary" size="s" disabled={!onUndo} onClick={onUndo}>
          Desfazer
        </Button>
        <Button variant="secondary" size="s" onClick={() => move(at - 3)}>
          −3 s
        </Button>
        <Button
          variant="secondary"
          size="s"
          aria-pressed={isSlow}
          onClick={() => {
            setIsSlow(!isSlow);
            if (audio.current) audio.current.playbackRate = isSlow ? 1 : 0.75;
          }}
        >
          0,75×
        </Button>
        <Button className={styles['play']} aria-label={isPlaying ? 'Pausa' : 'Tocar'} onClick={toggle}>
          {isPlaying ? <PauseSign /> : <PlaySign />}
        </Button>
      </div>
    </>
  );
}
