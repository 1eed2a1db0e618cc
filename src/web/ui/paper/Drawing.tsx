import { cx } from '../base/cx.ts';
import styles from './Drawing.module.css';

/**
 * Renders a question's drawing, in the colours of the theme.
 *
 * @param alt '' if words beside the drawing say the same.
 * @param svg markup from the content files, which was checked against an allow-list when it was loaded.
 */
export function Drawing({ svg, alt, className }: { svg: string; alt: string; className?: string | undefined }) {
  return (
    <div
      className={cx(styles['drawing'], className)}
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}

interface IllustrationProps {
  figure?: { svg: string; alt: string } | null | undefined;
  image?: { src: string; width: number; height: number; alt: string } | null | undefined;
  /** Puts the drawing on a paper background, for a question that is being answered. */
  framed?: boolean | undefined;
  className?: string | undefined;
}

/** Renders a question's drawing or picture, or nothing if it has neither. */
export function Illustration({ figure, image, framed, className }: IllustrationProps) {
  const look = cx(styles[framed ? 'framed' : 'fitted'], className);
  return (
    <>
      {figure && <Drawing svg={figure.svg} alt={figure.alt} className={look} />}
      {image && (
        <div className={look}>
          <img src={image.src} width={image.width} height={image.height} alt={image.alt} />
        </div>
      )}
    </>
  );
}
