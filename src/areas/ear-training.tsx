import EarTraining from '../domains/skills/reading/ear/EarTraining.tsx';
import { OfReader } from './OfReader.tsx';

/** Renders the training of the parent's ear. */
export default function EarTrainingRoute() {
  return <OfReader screen={(childId) => <EarTraining childId={childId} />} />;
}
