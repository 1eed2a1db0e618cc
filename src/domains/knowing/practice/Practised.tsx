import { useEffect, useState } from 'react';
import { readPack } from './practice-device.web.ts';
import { cardsOfToday } from './session.rules.ts';

interface PractisedProps {
  childId: number;
  className?: string | undefined;
}

/** On a child's home: says that nothing is left to practise today, as far as this device knows. It makes no request. */
export default function Practised({ childId, className }: PractisedProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    let live = true;
    readPack(childId).then(
      (pack) =>
        live &&
        setDone(
          pack !== undefined && pack.doneToday > 0 && cardsOfToday(pack.cards, pack.today, pack.doneToday).length === 0,
        ),
      () => {},
    );
    return () => {
      live = false;
    };
  }, [childId]);
  return done ? <p className={className}>Hoje está tudo treinado.</p> : null;
}
