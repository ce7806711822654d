// Sends the answer to an application without a click. Where no script runs, the button does the same.
"use strict";

document.querySelector("form[data-form-post]").submit();
