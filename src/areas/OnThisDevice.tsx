import PreparedHere from '../features/attempts/PreparedHere.tsx';
import RunningTests from '../features/attempts/RunningTest.tsx';
import Copies from './Copies.tsx';

/** All that can be done or read on this device without network. */
export default function OnThisDevice() {
  return (
    <>
      <RunningTests userId={null} />
      <PreparedHere userId={null} />
      <Copies />
    </>
  );
}
