// Whether the practice trial finds a true gain of 10 points and claims none that is not there, with families that leave and checks that are missed.
import { analyse, type Look, type MeasuredWeek } from '../src/domains/knowing/trial/analysis.rules.ts';
import {
  type Checked,
  choosePair,
  draw,
  dueLook,
  outcomeOf,
  TRIAL,
  TRIAL_WEEKS,
} from '../src/domains/knowing/trial/trial.rules.ts';
import { meanOf, normal, type Part, percent, sequence, share } from './knowing-bank.ts';
import { atMost, table } from './report.ts';

/** Gain of the theme treated first, in points. */
const GAIN = 10;
/** Standard deviations: of the gain between families, and of the shares of right answers between the themes of a child. */
const GAIN_SD = 5;
const THEME_SD = 0.12;
/** Answers to each theme before the week. */
const ANSWERS = 10;

interface World {
  name: string;
  /** Probability that a family leaves after a week: a fifth of the families does so in its six weeks at 0.04. */
  leaves: number;
  /** How many times as likely it leaves after a week in which the theme treated first went worse. */
  leavesWhenWorse: number;
  /** Probability that a check is not answered, and that it is left after half of its questions. */
  misses: number;
  stops: number;
}

/** One child-week: two themes, the draw, practice, the check. @returns undefined if there is no pair, or no outcome. */
function oneWeek(random: () => number, family: string, ability: number, gain: number, world: World) {
  const truths = Array.from({ length: 5 }, () => Math.min(0.95, Math.max(0.1, normal(random, ability, THEME_SD))));
  const themes = truths.map((truth, place) => {
    const right = Array.from({ length: ANSWERS }, () => random() < truth).filter(Boolean).length;
    return {
      code: String(place),
      discipline: 'Matemática' as const,
      state: 'almost' as const,
      share: (right + 1) / (ANSWERS + 2),
      mistakes: ANSWERS - right,
      unseen: TRIAL.FEWEST_UNSEEN,
    };
  });
  const chosen = choosePair(themes);
  if (!chosen) return undefined;
  const [earlier, later] = chosen.pair.map((code) => truths[Number(code)] as number) as [number, number];
  const [first, second] = draw(Math.floor(random() * 2 ** 31)).earlierFirst ? [earlier, later] : [later, earlier];
  if (random() < world.misses) return undefined;
  const asked = random() < world.stops ? TRIAL.OF_EACH / 2 : TRIAL.OF_EACH;
  const check = Array.from({ length: 2 * TRIAL.OF_EACH }, (_, place): Checked => {
    const isFirst = place % 2 === 0;
    const chance = Math.min(1, Math.max(0, isFirst ? first + gain / 100 : second));
    return { isFirst, right: Math.floor(place / 2) < asked ? random() < chance : null };
  });
  const outcome = outcomeOf(check, true);
  return outcome && { ...outcome, family, discipline: 'Matemática', schoolClass: '4º Ano' };
}

/** Runs a trial to its end. @param mean of the gains of families. @returns the look that ended it. */
function oneTrial(random: () => number, mean: number, world: World): Look {
  const measured: MeasuredWeek[] = [];
  let taken = 0;
  for (let number = 0; ; number += 1) {
    const family = String(number);
    const ability = normal(random, 0.55, 0.12);
    const gain = mean === 0 ? 0 : normal(random, mean, GAIN_SD);
    for (let week = 0; week < TRIAL.MOST_OF_FAMILY; week += 1) {
      const found = oneWeek(random, family, ability, gain, world);
      if (found) measured.push(found);
      const families = new Set(measured.map((one) => one.family)).size;
      const due = dueLook(measured.length, families, taken);
      if (due !== undefined) {
        taken = due;
        const look = analyse(measured, due);
        if (look && (look.isDecided || due === TRIAL.LOOKS.length)) return look;
      }
      const isWorse = found !== undefined && found.first.right < found.second.right;
      if (random() < world.leaves * (isWorse ? world.leavesWhenWorse : 1)) break;
    }
  }
}

const WORLDS: readonly World[] = [
  { name: 'nobody leaves, every check is answered', leaves: 0, leavesWhenWorse: 1, misses: 0, stops: 0 },
  { name: 'a fifth leaves, a fifth of the checks is missed', leaves: 0.04, leavesWhenWorse: 1, misses: 0.2, stops: 0 },
  {
    name: 'as before, three times as likely to leave after a worse week, a tenth stops halfway',
    leaves: 0.04,
    leavesWhenWorse: 3,
    misses: 0.2,
    stops: 0.1,
  },
];

/** Simulates trials with a gain and without. */
export function practiceTrial(runs: number): Part {
  const random = sequence(135);
  const rows = WORLDS.map((world) => {
    const [gained, none] = [GAIN, 0].map((gain) => {
      const looks = Array.from({ length: runs }, () => oneTrial(random, gain, world));
      return {
        found: share(looks.map(({ low }) => low > 0)),
        early: share(looks.map(({ isDecided, look }) => isDecided && look < TRIAL.LOOKS.length)),
        claimed: share(looks.map(({ isDecided }) => isDecided)),
        inside: share(looks.map(({ low, high }) => low <= gain && gain <= high)),
        points: meanOf(looks.map(({ points }) => points)),
      };
    }) as [Summary, Summary];
    return { name: world.name, gained, none };
  });
  const missed = 1 - Math.min(...rows.map(({ gained }) => gained.found));
  const claimed = Math.max(...rows.map(({ none }) => none.claimed));
  return {
    lines: table([
      [
        `${runs} trials of ${TRIAL_WEEKS} child-weeks`,
        `gain of ${GAIN} points found`,
        'before the last look',
        'mean of the figure',
        'inside the interval',
        'claimed without a gain',
        'mean without a gain',
      ],
      ...rows.map(({ name, gained, none }) => [
        name,
        percent(gained.found),
        percent(gained.early),
        gained.points.toFixed(1),
        percent(gained.inside),
        percent(none.claimed),
        none.points.toFixed(1),
      ]),
    ]),
    targets: [
      atMost(`practice trials that miss a gain of ${GAIN} points`, 100 * missed, 20, '%', 1),
      atMost('practice trials that claim a gain or a loss without one', 100 * claimed, 5, '%', 1),
    ],
  };
}

interface Summary {
  found: number;
  early: number;
  claimed: number;
  inside: number;
  points: number;
}
