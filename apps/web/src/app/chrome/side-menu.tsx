import { brand } from '../../shared/brand.ts'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { MenuList } from './menu-list.tsx'

type SideMenuProps = { readonly open: boolean; readonly onClose: () => void }

export function SideMenu({ open, onClose }: SideMenuProps) {
  return (
    <Dialog title={brand.name} open={open} onClose={onClose} layout="left">
      {/* Every link closes the menu, even a link that changes only the filter of the current screen. */}
      <div onClick={(event) => (event.target as Element).closest('a') && onClose()}>
        <MenuList />
      </div>
    </Dialog>
  )
}
