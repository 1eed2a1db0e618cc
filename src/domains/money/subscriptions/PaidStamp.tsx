import { brand } from '../../../delivery/browser/boot.ts';
import { RoundStamp } from '../../../web/ui/paper/Stamp.tsx';

/** The rubber stamp of a completed payment. */
export function PaidStamp({ lands }: { lands?: boolean }) {
  return (
    <RoundStamp
      lands={lands}
      ring={`${brand.productName.toUpperCase()} • PAGAMENTO CONCLUÍDO •`}
      big="PAGO"
      label="Pago"
    />
  );
}
