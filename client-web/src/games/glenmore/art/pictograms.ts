/** The outlines of the pictograms in use, each in a square of 512 x 512. */

import barrel from '~icons/game-icons/barrel?raw'
import church from '~icons/game-icons/church?raw'
import cow from '~icons/game-icons/cow?raw'
import forest from '~icons/game-icons/forest?raw'
import hamShank from '~icons/game-icons/ham-shank?raw'
import log from '~icons/game-icons/log?raw'
import meatCleaver from '~icons/game-icons/meat-cleaver?raw'
import meeple from '~icons/game-icons/meeple?raw'
import pineTree from '~icons/game-icons/pine-tree?raw'
import sausage from '~icons/game-icons/sausage?raw'
import scales from '~icons/game-icons/scales?raw'
import seaSerpent from '~icons/game-icons/sea-serpent?raw'
import sheep from '~icons/game-icons/sheep?raw'
import smallFishingSailboat from '~icons/game-icons/small-fishing-sailboat?raw'
import stoneBlock from '~icons/game-icons/stone-block?raw'
import stonePile from '~icons/game-icons/stone-pile?raw'
import swan from '~icons/game-icons/swan?raw'
import tallBridge from '~icons/game-icons/tall-bridge?raw'
import tavernSign from '~icons/game-icons/tavern-sign?raw'
import walkingBoot from '~icons/game-icons/walking-boot?raw'
import wheat from '~icons/game-icons/wheat?raw'

const svgs = {
  barrel,
  church,
  cow,
  forest,
  ham: hamShank,
  log,
  cleaver: meatCleaver,
  meeple,
  pine: pineTree,
  sausage,
  scales,
  serpent: seaSerpent,
  sheep,
  sailboat: smallFishingSailboat,
  stone: stoneBlock,
  quarry: stonePile,
  swan,
  viaduct: tallBridge,
  tavern: tavernSign,
  boot: walkingBoot,
  wheat,
}

/** The outlines by their names. */
export const PICTOGRAMS: readonly (readonly [string, string])[] = Object.entries(svgs).map(([name, svg]) => [
  name,
  [...svg.matchAll(/\bd="([^"]+)"/g)].map((match) => match[1]).join(''),
])
