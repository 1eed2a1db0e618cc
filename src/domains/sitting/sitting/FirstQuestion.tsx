import { renderToStaticMarkup } from 'react-dom/server';
import { bringWriting } from '../../bank/answering/writing.tsx';
import type { Sitting } from '../attempts/attempts.contract.ts';
import { SittingScreen } from './SittingScreen.tsx';

// The build bundles this file for the server (delivery/serve/first-question.ts).

/** Returns the HTML of a sitting's first question, rendered by the same component as in the browser. */
export async function drawFirstQuestion(sitting: Sitting): Promise<string> {
  await bringWriting(sitting.questions);
  const seenAt = Date.parse(sitting.serverTime);
  const html = renderToStaticMarkup(
    <SittingScreen
      kept={{
        key: '',
        userId: 0,
        sitting,
        clockOffset: seenAt - Date.now(),
        seenAt,
        current: 0,
        choices: {},
        lastSequence: 0,
        state: 'open',
      }}
    />,
  );
  // The page's policy forbids style attributes in markup, so a script in the browser sets this one.
  return html.replace(/ style="(--taken:\d+px)"/, ' data-style="$1"');
}
