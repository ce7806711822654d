// Starts Swagger UI on the document of the server that this page came from. The address is relative to the page, so that
// it also holds behind a proxy that puts the site under a path.
"use strict";

SwaggerUIBundle({
    url: new URL("../swagger.v1.json", document.baseURI).href,
    dom_id: "#operations",
    deepLinking: true,
    docExpansion: "none",
    filter: true,
    persistAuthorization: false,
    // Without this the page would send each document's address to a validator on the Internet.
    validatorUrl: null,
    layout: "BaseLayout",
    presets: [SwaggerUIBundle.presets.apis],
});
