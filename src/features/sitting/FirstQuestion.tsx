import { renderToStaticMarkup } from 'react-dom/server';
import type { Sitting } from '../attempts/attempts.contract.ts';
import { SittingScreen } from './SittingScreen.tsx';

// Bundled by the build for the server (server/first-question.ts).

/** The HTML of a sitting at its first question, by the component that shows it in the browser. */
export function drawFirstQuestion(sitting: Sitting): string {
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
  // The page's policy ignores styles in markup; the browser sets this one from a script.
  return html.replace(/ style="(--taken:\d+px)"/, ' data-style="$1"');
}
