import PreparedHere from '../features/catalogue/PreparedHere.tsx';
import RunningTests from '../features/sitting/RunningTest.tsx';
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
