import { type FormEvent, useState } from 'react';
import { goTo } from '../../web/navigation.ts';
import { BookletRadio } from '../../web/ui/Booklet.tsx';
import { Button } from '../../web/ui/Button.tsx';
import type { Child } from '../children/children.contract.ts';
import styles from './Catalogue.module.css';

/** Whose test will it be? Asked when a family has several children and the address names none. */
export default function ChooseChild({ people }: { people: readonly Child[] }) {
  const [chosen, setChosen] = useState('');
  const [missing, setMissing] = useState(false);
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) goTo(`/tests?childId=${chosen}`);
    else setMissing(true);
  };
  return (
    <form onSubmit={go} className={styles['choose']}>
      <h1 className={styles['title']} id="who">
        Quem vai fazer o teste?
      </h1>
      <div role="radiogroup" aria-labelledby="who" className={styles['booklets']}>
        {people.map((child) => (
          <BookletRadio
            key={child.id}
            cover={child.cover}
            name={child.fullName}
            detail={`${child.schoolClass} · ${child.school ?? 'Escola não especificada'}`}
            group="childId"
            value={String(child.id)}
            checked={chosen === String(child.id)}
            onChange={(value) => {
              setChosen(value);
              setMissing(false);
            }}
          />
        ))}
      </div>
      {missing && (
        <p className={styles['missing']} role="alert">
          Escolha quem vai fazer o teste.
        </p>
      )}
      <Button type="submit" size="l">
        Continuar
      </Button>
    </form>
  );
}
