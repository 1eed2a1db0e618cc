import type { ShownChild } from '../../../shared/child.ts';
import { Booklet } from '../../../web/ui/paper/Booklet.tsx';
import styles from './Catalogue.module.css';

/** Asks which child takes a test, if a family has several and the address names none; a tap chooses. */
export default function ChooseChild({ people }: { people: readonly ShownChild[] }) {
  return (
    <section className={styles['choose']} aria-labelledby="who">
      <h1 className={styles['title']} id="who">
        Quem vai fazer o teste?
      </h1>
      <div className={styles['booklets']}>
        {people.map((child) => (
          <a key={child.id} href={`/tests?childId=${child.id}`} className={styles['pick']}>
            <Booklet cover={child.cover} name={child.fullName} detail={child.schoolClass} />
          </a>
        ))}
      </div>
    </section>
  );
}
