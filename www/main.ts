/** Puts the page together: one state, the views that show it, the engine that answers it. */

import { addressed, followAddress } from "./address";
import { answerAims, answerDetails, answerPositions } from "./engine";
import { goOffline } from "./offline";
import { recalled, rememberPreferences } from "./preferences";
import { keepRecords } from "./keeper";
import { followLink, takeRecords } from "./records";
import { INITIAL, Store } from "./state";
import { mountAnswer, mountPinned } from "./view/answer";
import { mountBoard } from "./view/board";
import { mountCards } from "./view/cards";
import { firstExample, mountChips, mountExamples, mountLeftover, mountSituation } from "./view/situation";
import { mountCompare, mountDetail } from "./view/detail";
import { mountDanger } from "./view/danger";
import { mountExport, mountShare } from "./view/share";
import { mountFields, mountSeats } from "./view/fields";
import { mountGames, mountKept } from "./view/games";
import { mountKeys } from "./view/picker";
import { mountDrills, mountLearn } from "./view/learn";
import { mountLabels, mountShortcuts } from "./view/page";
import { mountDoors } from "./view/doors";
import { mountMoves } from "./view/moves";
import { mountNotes, mountVariation } from "./view/notes";
import { mountPane, watchInFrames } from "./view/scroll";
import { mountPicture } from "./view/picture";
import { mountRecord } from "./view/record";
import { mountReview } from "./view/review";
import { mountTable } from "./view/table";
import { mountTimeline } from "./view/timeline";
import { mountTray } from "./view/tray";
import { mountWhatIf } from "./view/whatif";

const store = new Store({ ...INITIAL, ...recalled() });

const views = [
  mountLabels(store),
  mountDoors(store),
  mountExamples(store),
  mountDrills(store),
  mountKept(store),
  mountGames(store),
  mountFields(store),
  mountChips(store),
  mountLeftover(store),
  mountSituation(store),
  mountSeats(store),
  mountRecord(store),
  mountReview(store),
  mountMoves(store),
  mountNotes(store),
  mountTimeline(store),
  mountExport(store),
  mountPicture(store),
  mountCards(store),
  mountLearn(store),
  mountKeys(store),
  mountBoard(store),
  mountTray(store),
  mountDanger(store),
  mountTable(store),
  mountCompare(store),
  mountDetail(store),
  mountAnswer(store),
  mountPinned(store),
  mountShare(store),
  mountWhatIf(store),
  mountVariation(store),
];

watchInFrames(store, views);
mountShortcuts(store);
mountPane(store);
rememberPreferences(store);
answerPositions(store);
answerDetails(store);
answerAims(store);
takeRecords(store);
keepRecords(store);
const flushAddress = followAddress(store);
store.send({ type: "began", position: addressed() ?? firstExample });
// until then its parts had no words and would have moved under the reader; a record takes their place
void followLink(store).finally(() => {
  document.getElementById("main")?.classList.remove("starting");
  // it gives the caret back, which a hidden field does not take
  goOffline(flushAddress);
});
