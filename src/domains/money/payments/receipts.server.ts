import { notFound } from '../../../server/http/errors.ts';
import { type Frame, setPaginationHeaders } from '../../../server/http/http.ts';
import { consumeRateLimit, FAMILY_FILES } from '../../../server/http/rate-limits.ts';
import { makePdf } from '../../../server/pdf/pdf.ts';
import { drawRoundStamp } from '../../../server/pdf/pdf-drawings.ts';
import { longDate } from '../../../shared/dates.ts';
import { formatKz, groupedReference } from '../../../shared/money.ts';
import { PLANS } from '../plans/plans.rules.ts';
import { type Receipt, receiptsContract } from './receipts.contract.ts';
import { countReceipts, findReceipt, findReceipts, type ReceiptRow } from './receipts.store.ts';

const MAX_LISTED = 500;
/** The legal nature of the document, printed on every receipt. */
const WHAT_IT_IS = 'Comprovativo — não serve de factura';
const METHODS = { multicaixa: 'Multicaixa Express ou transferência', reference: 'Pagamento por referência' } as const;

/** Formats the number of a receipt: '2026/000123'. */
const receiptNumber = ({ series, number }: { series: number; number: number }): string =>
  `${series}/${String(number).padStart(6, '0')}`;

const shown = (row: ReceiptRow): Receipt => ({
  ...row,
  number: receiptNumber(row),
  issuedAt: row.issuedAt.toISOString(),
});

/** Binds the endpoints of a parent's receipts. */
export function bindReceipts(frame: Frame): void {
  const { db } = frame;
  frame.bind(receiptsContract, {
    'GET /api/receipts': async (call) => {
      const { limit = MAX_LISTED, page = 1 } = call.query;
      const { userId } = call.caller;
      setPaginationHeaders(call, '/api/receipts', {}, page, limit, await countReceipts(db, userId));
      return (await findReceipts(db, userId, limit, (page - 1) * limit)).map(shown);
    },

    'GET /api/receipts/:id/pdf': async (call) => {
      const receipt = await findReceipt(db, call.caller.userId, call.params.id);
      if (!receipt) throw notFound();
      await consumeRateLimit(db, FAMILY_FILES, String(call.caller.userId));
      const bytes = await receiptPdf(frame, receipt);
      return { bytes, type: 'application/pdf', name: `comprovativo-${receipt.series}-${receipt.number}.pdf` };
    },
  });
}

function receiptPdf(frame: Frame, receipt: ReceiptRow): Promise<Buffer> {
  const brand = frame.brand();
  const number = receiptNumber(receipt);
  const plan = PLANS[receipt.planId];
  const rows: [string, string][] = [
    ['Pago por', receipt.payerName ?? '—'],
    ...(receipt.nif ? [['NIF', receipt.nif] as [string, string]] : []),
    ['Recebido por', brand.companyName],
    ['Data', longDate(receipt.issuedAt)],
    ['Método', METHODS[receipt.paymentMethod]],
    ...(receipt.referenceNumber ? [['Referência', groupedReference(receipt.referenceNumber)] as [string, string]] : []),
    ['Transacção', receipt.transactionId],
  ];
  const lines: [string, string][] = [[`Plano ${plan.name}, um ano`, formatKz(receipt.price)]];
  if (receipt.discountPercent > 0)
    lines.push([`Desconto por convites (${receipt.discountPercent}%)`, `− ${formatKz(receipt.price - receipt.asked)}`]);
  const difference = receipt.amount - receipt.asked;
  if (difference !== 0)
    lines.push(
      difference < 0
        ? ['Pago a menos, e aceite', `− ${formatKz(-difference)}`]
        : ['Pago a mais', `+ ${formatKz(difference)}`],
    );
  return makePdf({ title: `Comprovativo ${number}`, brand, now: receipt.issuedAt, note: WHAT_IT_IS }, (pdf) => {
    const top = pdf.y;
    drawRoundStamp(
      pdf,
      { x: pdf.right - 92, y: top, width: 92 },
      `${brand.productName.toUpperCase()} • PAGAMENTO CONCLUÍDO •`,
      'PAGO',
      'Pago',
    );
    pdf.heading('Comprovativo de pagamento');
    pdf.paragraph(`N.º ${number}`, { size: 13, weight: 650 });
    pdf.paragraph(`${WHAT_IT_IS}.`);
    pdf.paragraph(`Recebemos ${formatKz(receipt.amount)} a ${longDate(receipt.issuedAt)}.`, { size: 12 });
    pdf.y = Math.max(pdf.y, top + 92);
    pdf.gap(18);
    pdf.table(
      [
        { title: 'Pagamento', share: 1 },
        { title: '', share: 2 },
      ],
      rows,
    );
    pdf.gap(18);
    pdf.table(
      [
        { title: 'Descrição', share: 3 },
        { title: 'Valor', share: 1, align: 'right' },
      ],
      [
        ...lines,
        [
          { text: 'Total pago', weight: 650 },
          { text: formatKz(receipt.amount), weight: 650 },
        ],
      ],
    );
    pdf.gap(14);
    pdf.paragraph(`Valores em kwanzas (AOA). Dúvidas: ${brand.supportEmail}`, { size: 9 });
  });
}
