import { Dialog } from '../../shared/ui/dialog.tsx'
import { PartNotLoaded } from '../../shared/ui/part-not-loaded.tsx'
import { closeSlipSheet } from '../../state/slip-sheet.ts'
import { SlipPanel, SlipSkeleton } from './columns.tsx'

/** The slip as a sheet on phones: for visitors, and for every user until the session is known (BETX-06). */
export const SlipSheet = ({ open }: { readonly open: boolean }) => (
  <Dialog title="Betslip" open={open} onClose={closeSlipSheet} layout="bottom">
    {/* Every link closes the sheet, even a link to the screen behind it. */}
    <div
      onClick={(event) => (event.target as Element).closest('a') && closeSlipSheet()}
      className="**:scroll-mt-14 **:scroll-mb-72"
    >
      <SlipPanel isSheet placeholder={<SlipSkeleton />} failure={<PartNotLoaded what="The betslip" />} />
    </div>
  </Dialog>
)
