import { render } from "preact";
import { App } from "./App";
import { connect } from "./connection";

render(<App />, document.getElementById("app")!);
connect();
