-- SPDX-License-Identifier: MIT
-- Links between the documents of the source tree, as links between the pages of the site,
-- whose folders are the same: x.md is x.html, a README.md is index.html, and a public
-- header is its page in the reference. The manual page is a page, too.
function Link(link)
    local path, anchor = link.target:match("^([^#]*)(.*)$")
    if path:match("^%a+:") then
        return link
    end
    local header = path:match("include/glsort/([%w_]+)%.h$")
    if header then
        path = path:gsub("include/.*", "reference/" .. header:gsub("_", "__") .. "_8h.html")
    elseif path:match("glsort%.1$") then
        path = path .. ".html"
    else
        path = path:gsub("README%.md$", "index.html"):gsub("%.md$", ".html")
    end
    link.target = path .. anchor
    return link
end
