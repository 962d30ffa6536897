import { useRef, useState } from "react";
import "nanikiru/element";

const CONTEXT = { seat: "south", turn: 5 };

export function App() {
  const hand = useRef(null);
  const [said, setSaid] = useState("");
  const choose = ({ detail: { tile, candidate } }) => {
    const best = hand.current.report?.candidates[0];
    if (!candidate || !best) return; // still thinking
    setSaid(candidate === best ? `${tile} is best` : `${tile} costs ${(best.value - candidate.value).toFixed(0)} points`);
  };
  return (
    <main>
      <p>What would you discard?</p>
      <nanikiru-hand ref={hand} hand="2346m4067p2478s55z" context={CONTEXT} hideBest={said === ""} onchoose={choose} />
      <output>{said}</output>
    </main>
  );
}
